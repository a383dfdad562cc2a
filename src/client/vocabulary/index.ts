export { type FolderPart, type Permission, permissionOf } from './permission.js';
export { planOf } from './plan.js';
export { type ToolCall, toolCallOf } from './tool-call.js';
