// @ts-check
// Replies to the permissions of a session by a rule of your own: what only looks is allowed, all else is rejected.
// Run it beside a daemon, after `npm install greenroom ws`: GREENROOM_TOKEN=… node approve-from-a-script.js [session]
import { GreenroomClient, Transcript } from 'greenroom/client';
import WebSocket from 'ws';

const harmless = /^(ls|cat|head|tail|wc|grep|git (status|diff|log)|echo)\b[^;&|<>`$]*$/;

const [sessionId = 'demo'] = process.argv.slice(2);
const { GREENROOM_URL: url = 'http://127.0.0.1:2468', GREENROOM_TOKEN: token = null } = process.env;
const client = new GreenroomClient({ url, token, WebSocket });

// The past is folded first, so that only requests that still wait get a reply.
const transcript = new Transcript();
let isLive = false;
client.subscribe(sessionId, {
  event(event) {
    transcript.apply(event);
    if (isLive && event.type === 'permission.requested') reply(event.data);
    if (event.type === 'session.ended') client.close();
  },
  caughtUp() {
    if (!isLive) for (const { data } of transcript.pendingPermissions.values()) reply(data);
    isLive = true;
    console.log(`watching ${sessionId}`);
  },
  failed(error) {
    console.error(error.message);
    process.exit(1);
  },
});

/** @param {import('greenroom/client').PermissionData} request */
async function reply({ permission_id, action, metadata }) {
  const command = String(metadata.command ?? '');
  const verdict = harmless.test(command) ? 'once' : 'reject';
  console.log(`${verdict}: ${action} ${command}`);
  try {
    await client.replyPermission(
      sessionId,
      permission_id,
      verdict,
      'Only commands that look are allowed here.',
    );
  } catch (error) {
    // Somebody else was faster, or the turn has ended.
    console.log(String(error));
  }
}
