import { render } from 'preact';
import { App } from './app.tsx';
import { openSession } from './connection.ts';

void openSession().then((isOpen) => render(<App isOpen={isOpen} />, document.body));
