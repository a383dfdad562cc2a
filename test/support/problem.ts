import { expect } from 'vitest';
import { type Problem, type ProblemKind, problemStatus } from '../../src/schema/index.js';

/** Asserts that a response is a problem of this kind in the format of the contract; returns its body. */
export async function expectProblem(response: Response, kind: ProblemKind): Promise<Problem> {
  const text = await response.text();
  const [type] = (response.headers.get('content-type') ?? '').split(';');
  expect({ status: response.status, type }, text).toEqual({
    status: problemStatus[kind],
    type: 'application/problem+json',
  });
  const body = JSON.parse(text) as Problem;
  expect(body).toMatchObject({
    type: `urn:greenroom:error:${kind}`,
    title: expect.stringMatching(/./),
    status: problemStatus[kind],
    detail: expect.stringMatching(/./),
  });
  return body;
}
