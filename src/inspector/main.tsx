import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app.js';
import { applyTheme, storedTheme } from './shell/theme.js';
import './styles/tokens.css';
import './styles/base.css';

applyTheme(storedTheme());
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
