/** Known notifications and requests without use here: dropped on purpose, by name. */
export const dropped: ReadonlySet<string> = new Set([
  // Features of other clients.
  'thread/readState/changed',
  'thread/unarchived',
  'thread/reverted',
  'thread/goal/updated',
  'thread/goal/cleared',
  'thread/queue/changed',
  'thread/project/updated',
  'thread/attachment/updated',
  'thread/prediction/updated',
  'thread/environment/connected',
  'thread/environment/disconnected',
  // The same as the item `contextCompaction`.
  'thread/compacted',
  // Each file change carries its own diff; this one repeats their sum three times per change.
  'turn/diff/updated',
  'turn/moderationMetadata',
  // Previews of what `item/started` brings complete.
  'item/fileChange/patchUpdated',
  'item/fileChange/outputDelta',
  // The next delta has the same index.
  'item/reasoning/summaryPartAdded',
  // A review by another model, in an unstable format; the item has its outcome.
  'item/autoApprovalReview/started',
  'item/autoApprovalReview/completed',
  'autoApprovalReview/strictReviewRequired',
  'hook/started',
  'model/verification',
  'model/safetyBuffering/updated',
  'mcpServer/oauthLogin/completed',
  'mcpServer/event/stream/notification',
  // Only sent on request.
  'rawResponseItem/completed',
  'rawResponse/completed',
  // About the process and its account, not about a session.
  'account/login/completed',
  'account/updated',
  'account/gatewayOAuth/changed',
  'app/list/updated',
  'command/exec/outputDelta',
  'process/outputDelta',
  'process/exited',
  'externalAgentConfig/import/progress',
  'externalAgentConfig/import/completed',
  'fs/changed',
  'fuzzyFileSearch/sessionUpdated',
  'fuzzyFileSearch/sessionCompleted',
  'project/changed',
  'remoteControl/status/changed',
  'skills/changed',
  'thread/realtime/started',
  'thread/realtime/itemAdded',
  'thread/realtime/item/started',
  'thread/realtime/item/transcript/delta',
  'thread/realtime/item/completed',
  'thread/realtime/transcript/delta',
  'thread/realtime/transcript/done',
  'thread/realtime/outputAudio/delta',
  'thread/realtime/sdp',
  'thread/realtime/error',
  'thread/realtime/closed',
  'windows/worldWritableWarning',
  'windowsSandbox/setupCompleted',
  // Requests that the connection answers or refuses by itself.
  'item/tool/call',
  'currentTime/read',
  'attestation/generate',
  'account/chatgptAuthTokens/refresh',
  'applyPatchApproval',
  'execCommandApproval',
]);

/** Those that we ask the process not to send at all. */
export const optOut: readonly string[] = [
  'account/updated',
  'app/list/updated',
  'fs/changed',
  'remoteControl/status/changed',
  'skills/changed',
  'thread/readState/changed',
  'turn/diff/updated',
];
