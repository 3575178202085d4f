import { mount } from 'svelte';
import App from './App.svelte';
import { need } from './i18n';
import { expectTable, loaded } from './pages';
import { route } from './route.svelte';
import './tokens.css';

const AGAIN_AFTER = 3_000;

if (route.page.name === 'start') loaded('start').catch(() => undefined);
if (route.page.name === 'room') expectTable();

need('first').then(
  () => mount(App, { target: document.getElementById('app')! }),
  () => setTimeout(() => location.reload(), AGAIN_AFTER),
);
