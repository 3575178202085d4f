import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const SERVER = 'http://127.0.0.1:8765';

/** As if the page came from the server itself, which answers no other. */
const proxied = { target: SERVER, changeOrigin: true, headers: { origin: SERVER } };

/** What a first visit loads: few large files are smaller, compressed, than many small ones. */
const FIRST_VISIT = [
  { name: 'start', test: /src\/(main\.ts|ui\/Start\.svelte)$/, priority: 2 },
  { name: 'table', test: /src\/(game\.svelte\.ts|ui\/Table\.svelte)$/, priority: 1 },
];

/** The style comes after what the page itself shows, so that this is seen without it. */
const paintFirst: Plugin = {
  name: 'paint-first',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
      const bare = styles.reduce((page, style) => page.replace(style, ''), html);
      return bare.replace('  </body>', `${styles.join('')}  </body>`);
    },
  },
};

export default defineConfig({
  plugins: [svelte(), paintFirst],
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
