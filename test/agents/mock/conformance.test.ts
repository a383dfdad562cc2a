import { agentConformance } from '../../conformance/agent.js';
import { driver } from './driver.js';

agentConformance(driver);
