import type { HttpRoutes } from '../schema/index.js';

/** A method and path of the HTTP API, such as `GET /v1/sessions/:sessionId`. */
export type Route = keyof HttpRoutes;
type Kind = HttpRoutes[Route]['kind'];
/** The routes that answer with one kind of content. */
export type RouteOf<K extends Kind> = {
  [R in Route]: HttpRoutes[R]['kind'] extends K ? R : never;
}[Route];

export type Query<R extends Route> = HttpRoutes[R]['query'];
export type Json<R extends Route> = HttpRoutes[R]['json'];

type Part = 'path' | 'query' | 'headers' | 'body';
type IsRequired<T> = [T] extends [undefined]
  ? false
  : undefined extends T
    ? false
    : Record<never, never> extends T
      ? false
      : true;
type PartsNamed<R extends Route, Required extends boolean> = {
  [P in Part as IsRequired<HttpRoutes[R][P]> extends Required ? P : never]: HttpRoutes[R][P];
};

/** The parts of a request to a route: `path`, `query`, `headers` and `body`, if it has them. */
export type Parts<R extends Route> = PartsNamed<R, true> & Partial<PartsNamed<R, false>>;

/** The same for code that handles any route. */
export interface AnyParts {
  path?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  headers?: Record<string, unknown> | undefined;
  body?: unknown;
}

/** The method and URL of a request: path parameters filled in, the query appended. */
export function requestLine(
  route: Route,
  { path = {}, query = {} }: AnyParts,
): [method: string, url: string] {
  const [method, template] = route.split(' ') as [string, string];
  const filled = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) search.set(name, String(value));
  const asked = search.toString();
  return [method, asked ? `${filled}?${asked}` : filled];
}
