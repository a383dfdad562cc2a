import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app.js';
import { PageBoundary } from './shell/page-boundary.js';
import { applyTheme, storedTheme } from './shell/theme.js';
import './styles/tokens.css';
import './styles/base.css';

applyTheme(storedTheme());
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <PageBoundary>
      <App />
    </PageBoundary>
  </StrictMode>,
);
