/** What is said only in the table's panels, in its results and on the pages that are like them. */
export { result } from './result.en';
export { side } from './side.en';
