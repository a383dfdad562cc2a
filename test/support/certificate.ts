import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { TlsFiles } from '../../src/server/http/tls.js';

/** Writes a self-signed certificate for localhost and 127.0.0.1 with its key, made for this test only. */
export async function certificate(
  folder: string,
  name = 'cert',
  validity = ['-days', '2'],
): Promise<TlsFiles> {
  const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}-key.pem`) };
  await execa('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-keyout', files.key, '-out', files.cert, ...validity, '-subj', `/CN=${name}`],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
  ]);
  await chmod(files.key, 0o600);
  return files;
}
