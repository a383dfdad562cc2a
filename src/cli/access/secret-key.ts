import { createKeyFile, SecretKeyError } from '../../server/index.js';
import { paint } from '../terminal/paint.js';
import { UsageError } from '../usage-error.js';

export async function createSecretKey(file: string): Promise<void> {
  try {
    await createKeyFile(file);
  } catch (error) {
    throw error instanceof SecretKeyError ? new UsageError(error.message) : error;
  }
  console.log(`${paint('green', '✓')} ${file}  use it with: greenroom server --secret-key-file ${file}`);
}
