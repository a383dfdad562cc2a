import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

/** The certificate cannot be used; the message says why. */
export class TlsError extends Error {
  override name = 'TlsError';
}

/** Where the certificate chain and its private key are, both in PEM. */
export interface TlsFiles {
  cert: string;
  key: string;
}

export interface TlsMaterial {
  cert: string;
  key: string;
}

/** Everybody but the owner; a group may read the key, as keys are often shared by group. */
const TOO_OPEN = 0o037;

/** Reads both files, and makes sure that a server can use them now. */
export async function readTls(files: TlsFiles, now: number): Promise<TlsMaterial> {
  const [cert, key] = await Promise.all([read(files.cert, '--tls-cert'), read(files.key, '--tls-key')]);
  await requirePrivate(files.key);
  const certificate = certificateIn(cert, files.cert);
  const { validFromDate: from, validToDate: to } = datesOf(certificate);
  if (to.getTime() <= now)
    throw new TlsError(`the certificate ${files.cert} expired on ${to.toISOString()}; renew it`);
  if (from.getTime() > now)
    throw new TlsError(`the certificate ${files.cert} is not valid before ${from.toISOString()}`);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new TlsError(explain(error as NodeJS.ErrnoException, files));
  }
  return { cert, key };
}

async function read(file: string, flag: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new TlsError(`cannot read ${file} (${error.code}); choose another with ${flag}`);
  });
}

async function requirePrivate(key: string): Promise<void> {
  const { mode } = await stat(key);
  if (process.platform !== 'win32' && (mode & TOO_OPEN) !== 0)
    throw new TlsError(`the private key ${key} can be accessed by others; run: chmod 600 ${key}`);
}

function certificateIn(text: string, file: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    throw new TlsError(`${file} is no certificate in PEM`);
  }
}

/** Node 20 has only the texts. */
function datesOf({ validFrom, validTo }: X509Certificate): { validFromDate: Date; validToDate: Date } {
  return { validFromDate: new Date(validFrom), validToDate: new Date(validTo) };
}

function explain({ code, message }: NodeJS.ErrnoException, { cert, key }: TlsFiles): string {
  if (code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH' || code === 'ERR_OSSL_X509_KEY_TYPE_MISMATCH')
    return `the key ${key} does not belong to the certificate ${cert}`;
  if (code === 'ERR_MISSING_PASSPHRASE' || /passphrase|bad decrypt|password/i.test(message))
    return `the key ${key} needs a passphrase; store it without one`;
  return `${key} is no private key in PEM for ${cert} (${message})`;
}
