/** What is said from the first page to the table. */
export { app } from './app.en';
export { hand } from './hand.en';
export { log } from './log.en';
export { closing } from './net.en';
export { start } from './start.en';
export { table } from './table.en';
export { game } from '../words.en.gen';
