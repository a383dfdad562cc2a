export { type Isolation, noIsolation, type Sandbox } from './isolation.js';
export {
  type IsolateSetting,
  IsolationError,
  openIsolation,
} from './open.js';
