import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const SERVER = 'http://127.0.0.1:8765';

export default defineConfig({
    plugins: [svelte()],
    base: '/',
    build: { target: 'es2022', outDir: '../src/shengji/_web', emptyOutDir: true, manifest: true },
    server: { proxy: { '/ws': { target: SERVER, ws: true }, '/api': SERVER } },
});
