import type { IncomingMessage } from 'node:http';
import { ProblemError } from '../../schema/index.js';

/** Must arrive within each interval, so that a body is not kept open byte by byte. */
const LEAST_BYTES = 1024;

/** Ends a request whose body has stopped arriving. */
export function watchBody(request: IncomingMessage, timeoutMs: number): void {
  const { socket } = request;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const isArriving = socket.bytesRead - before >= LEAST_BYTES;
    before = socket.bytesRead;
    if (isArriving) return;
    stop();
    // Whoever reads the body answers with it. If nobody does, the request was answered already.
    if (request.listenerCount('error') > 0) request.emit('error', timeout(timeoutMs));
    else socket.destroy();
  }, timeoutMs);
  timer.unref();
  const stop = () => clearInterval(timer);
  request.once('end', stop).once('close', stop);
}

function timeout(timeoutMs: number): ProblemError {
  return new ProblemError('timeout', `the body stopped arriving for ${timeoutMs / 1000} s`);
}
