import './style/theme.css';
import './style/base.css';
import './style/form.css';
import './style/table.css';
import './style/chart.css';
import './style/board.css';
import './style/refresh.css';
import './style/review.css';
import './style/shell.css';
import 'uplot/dist/uPlot.min.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme, chosenTheme } from './state/theme.ts';

applyTheme(chosenTheme());
render(<App />, document.getElementById('app')!);
