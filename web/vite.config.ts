import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const SERVER = 'http://127.0.0.1:8765';

/** As if the page came from the server itself, which answers no other. */
const proxied = { target: SERVER, changeOrigin: true, headers: { origin: SERVER } };

/** What a first visit loads: few large files are smaller, compressed, than many small ones. */
const FIRST_VISIT = [
  { name: 'start', test: /src\/(main\.ts|ui\/Start\.svelte)$/, priority: 2 },
  { name: 'table', test: /src\/(game\.svelte\.ts|ui\/Table\.svelte)$/, priority: 1 },
];

export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    target: 'es2022',
    outDir: '../src/shengji/_web',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_VISIT } } },
  },
  server: { proxy: { '/ws': { ...proxied, ws: true }, '/api': proxied } },
});
