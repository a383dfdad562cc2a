import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/ui/',
  plugins: [react()],
  build: {
    outDir: '../../dist/inspector',
    emptyOutDir: true,
    target: 'es2023',
    // The page's policy knows no inline scripts and no fonts or styles from data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The machine needs a few plain functions from beside the schemas; the schemas themselves stay behind.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /\/src\/schema\//, sideEffects: false }] } },
  },
  // `npm run dev:inspector` beside a running daemon.
  server: {
    proxy: {
      '/v1': { target: 'http://127.0.0.1:2468', ws: true, changeOrigin: true, headers: { origin: '' } },
    },
  },
});
