/** What is said only in the table's panels, in its results and on the pages that are like them. */
export { result } from './result.zh';
export { side } from './side.zh';
