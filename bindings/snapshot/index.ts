export { readSnapshot, takeSnapshot } from './read.ts';
