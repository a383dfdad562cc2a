#!/usr/bin/env node
/**
 * Amp starts this program to decide whether a tool may be used: the tool's name is in the environment, its input on
 * standard input, and the exit code is the answer (0 allows, 2 does not, and what is on standard error says why). It
 * asks at the desk of the connection that it belongs to, and waits for as long as a human needs.
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { DESK, DESK_KEY, REFUSED } from './desk-protocol.js';

const { [DESK]: path = '', [DESK_KEY]: key, AGENT_TOOL_NAME: tool = '' } = process.env;

function refuse(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = REFUSED;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

const input = parsed(await text(process.stdin));
let told = '';
const desk = connect(path, () => desk.write(`${JSON.stringify({ key, tool, input })}\n`));
desk.setEncoding('utf8');
desk.on('data', (chunk: string) => {
  told += chunk;
});
desk.on('error', () => {});
desk.on('close', () => {
  const answer = parsed(told) as { allow?: unknown; message?: string } | string;
  if (typeof answer !== 'object') refuse('Greenroom has no answer.');
  else if (answer.allow !== true) refuse(answer.message ?? 'Not allowed.');
});
