/** What is said from the first page to the table. */
export { app } from './app.zh';
export { hand } from './hand.zh';
export { log } from './log.zh';
export { closing } from './net.zh';
export { start } from './start.zh';
export { table } from './table.zh';
export { game } from '../words.zh.gen';
