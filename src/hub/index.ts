export { eventText, type View } from './encode.js';
export { Hub } from './hub.js';
export { MOST_BUFFERED, type Reader, type ReaderOptions, type Sink } from './reader.js';
export { framesOf } from './websocket-frame.js';
