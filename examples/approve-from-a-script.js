// @ts-check
// Replies to the permissions of a session by a rule of your own: what only looks is allowed, all else is rejected.
// Run it beside a daemon, after `npm install @greenroom/client`: GREENROOM_TOKEN=… node approve-from-a-script.js [session]
import { GreenroomClient, permissionOf } from '@greenroom/client';

const harmless = /^(ls|cat|head|tail|wc|grep|git (status|diff|log)|echo)\b[^;&|<>`$]*$/;

const [sessionId = 'demo'] = process.argv.slice(2);
const { GREENROOM_URL: url = 'http://127.0.0.1:2468', GREENROOM_TOKEN: token = null } = process.env;
const client = new GreenroomClient({ url, token });
const session = client.session(sessionId);

try {
  // What waits already, then what is asked from now on.
  const { pendingPermissions, lastSequence } = await session.transcript();
  console.log(`watching ${sessionId}`);
  for (const { data } of pendingPermissions.values()) await reply(data);
  for await (const event of session.events({ after: lastSequence })) {
    if (event.type === 'permission.requested') await reply(event.data);
  }
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
client.close();

/** @param {import('@greenroom/client').PermissionData} request */
async function reply(request) {
  const command = permissionOf(request).command ?? '';
  const verdict = harmless.test(command) ? 'once' : 'reject';
  console.log(`${verdict}: ${request.action} ${command}`);
  try {
    const message = 'Only commands that look are allowed here.';
    await session.replyPermission(request.permission_id, verdict, { message });
  } catch (error) {
    // Somebody else was faster, or the turn has ended.
    console.log(String(error));
  }
}
