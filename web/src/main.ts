import './lib/theme.svelte';
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { at } from './lib/place';
import { settings } from './lib/settings.svelte';
import { words } from './lib/words.svelte';

await Promise.all([words.choose(), settings.recall()]);
mount(App, { target: document.getElementById('app')! });

// Only https and this machine itself have service workers; elsewhere the page works as well, but cannot be installed.
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register(at('/service-worker.js')).catch(() => undefined);
