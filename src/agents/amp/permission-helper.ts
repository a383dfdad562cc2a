#!/usr/bin/env node
/**
 * Amp runs this program to decide whether a tool may be used. The tool's name is in the environment and its input on
 * standard input; exit code 0 allows, 2 refuses, with the reason on standard error. The program forwards the request to
 * its connection's permission server and waits for the reply without a timeout.
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { REFUSED, SERVER, SERVER_KEY } from './permission-protocol.js';

const { [SERVER]: path = '', [SERVER_KEY]: key, AGENT_TOOL_NAME: tool = '' } = process.env;

function refuse(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = REFUSED;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

const input = parseJson(await text(process.stdin));
let received = '';
const server = connect(path, () => server.write(`${JSON.stringify({ key, tool, input })}\n`));
server.setEncoding('utf8');
server.on('data', (chunk: string) => {
  received += chunk;
});
server.on('error', () => {});
server.on('close', () => {
  const reply = parseJson(received) as { allow?: unknown; message?: string } | string;
  if (typeof reply !== 'object') refuse('Greenroom did not reply.');
  else if (reply.allow !== true) refuse(reply.message ?? 'Not allowed.');
});
