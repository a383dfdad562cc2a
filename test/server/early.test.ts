import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DataFolderInUseError, lockFolder } from '../../src/log/index.js';
import { startEarly } from '../../src/server/index.js';
import { testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { WsClient } from '../support/ws-client.js';

async function taken(host = '127.0.0.1') {
  const dataFolder = await tempFolder();
  const early = await startEarly().take({ dataFolder, host, port: 0 });
  const close = async () => {
    await early.doorway?.close();
    await early.log.close();
  };
  onTestFinished(close);
  const url = `http://127.0.0.1:${early.doorway?.port}`;
  return { dataFolder, early, url, close, start: () => testDaemon({ dataFolder, early }) };
}

/** The status of an answer to a request with a Host header of one's choice. */
async function statusFor(url: string, host: string): Promise<number | undefined> {
  const sent = request(`${url}/v1/health`, { headers: { host } });
  sent.end();
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

describe('a daemon of which only the folder and the port are there', () => {
  it('answers /v1/health', async () => {
    const { url } = await taken();
    const response = await fetch(`${url}/v1/health`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { start } = await taken();
    const daemon = await start();
    expect(await response.json()).toEqual(await daemon.call('GET', '/v1/health'));
  });

  it('keeps everything else waiting until it can be answered', async () => {
    const { url, start } = await taken();
    const answers: string[] = [];
    const sessions = fetch(`${url}/v1/sessions`).then((response) => {
      answers.push('sessions');
      return response;
    });
    const socket = WsClient.open(url, null).then((client) => {
      answers.push('socket');
      return client;
    });
    const foreign = statusFor(url, 'evil.example').then((status) => {
      answers.push('foreign');
      return status;
    });
    await fetch(`${url}/v1/health`);
    expect(answers).toEqual([]);
    await start();
    expect(await (await sessions).json()).toMatchObject({ sessions: [] });
    const client = await socket;
    expect(await client.call('session/list', {})).toMatchObject({ sessions: [] });
    await client.close();
    expect(await foreign).toBe(403);
  });

  it('owns its data folder', async () => {
    const { dataFolder, close } = await taken();
    await expect(startEarly().take({ dataFolder, port: 0 })).rejects.toThrow(DataFolderInUseError);
    await close();
    lockFolder(dataFolder).release();
  });

  it('gives up the folder and the port if the rest cannot be started', async () => {
    const { dataFolder, early, url } = await taken();
    const failed = testDaemon({ dataFolder, early, secretKeyFile: `${dataFolder}/missing` });
    await expect(failed).rejects.toThrow('missing');
    await expect(fetch(`${url}/v1/health`)).rejects.toThrow();
    lockFolder(dataFolder).release();
  });

  it('gives up the folder if the port is taken', async () => {
    const { early } = await taken();
    const dataFolder = await tempFolder();
    const second = startEarly().take({ dataFolder, port: early.doorway!.port });
    await expect(second).rejects.toThrow('EADDRINUSE');
    lockFolder(dataFolder).release();
  });

  it('counts the connections that were there before', async () => {
    const { url, early, dataFolder } = await taken();
    const held = request(`${url}/v1/sessions`);
    onTestFinished(() => void held.destroy());
    held.end();
    const answered = once(held, 'response');
    await fetch(`${url}/v1/health`, { headers: { connection: 'close' } });
    await testDaemon({ dataFolder, early, limits: { connections: 1 } });
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    const stream = request(`${url}/v1/health`);
    stream.end();
    const [refused] = await once(stream, 'response');
    refused.resume();
    expect(refused.statusCode).toBe(503);
    response.resume();
  });

  it('does not listen on a name that may stand for several addresses before all of it is there', async () => {
    const { early } = await taken('localhost');
    expect(early.doorway).toBeNull();
  });
});
