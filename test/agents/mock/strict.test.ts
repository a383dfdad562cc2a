import { strictIsolation } from '../../conformance/strict.js';
import { driver } from './driver.js';

strictIsolation(driver);
