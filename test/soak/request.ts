import { request } from 'node:http';

export interface Answer<T> {
  status: number;
  body: T;
}

/**
 * A request on a connection of its own. A pool would keep connections open, and nobody could tell them from descriptors
 * that the daemon forgot to close.
 */
export function ask<T>(
  url: string,
  { method = 'GET', body, signal }: { method?: string; body?: object; signal: AbortSignal },
): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, agent: false, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        resolve({ status, body: (text === '' ? null : JSON.parse(text)) as T });
      });
    });
    asking.on('error', reject);
    asking.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
