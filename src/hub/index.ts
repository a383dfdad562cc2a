export type { Encoder } from './encoder.js';
export { eventText } from './event-text.js';
export { Hub } from './hub.js';
export { MOST_BUFFERED, type Reader, type ReaderOptions, type Sink } from './reader.js';
