import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/ui/',
  plugins: [react()],
  build: {
    outDir: '../../dist/inspector',
    emptyOutDir: true,
    target: 'es2023',
    // The page's content security policy forbids data: URLs for scripts, fonts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The machine imports a few plain functions from the schema folder; the schemas themselves are tree-shaken.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /\/src\/schema\//, sideEffects: false }] } },
  },
  // `npm run dev:inspector` needs a running daemon.
  server: {
    proxy: {
      '/v1': { target: 'http://127.0.0.1:2468', ws: true, changeOrigin: true, headers: { origin: '' } },
    },
  },
});
