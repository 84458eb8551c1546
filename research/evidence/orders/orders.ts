import { replicateOrders } from 'thetarank/study';
import { study, table } from '../../study.ts';
import { ORDER_DESIGNS } from './designs.ts';
import { orderPage } from './page.ts';

export const orders = study({
  question:
    'How often are declared orders wrong about expected scores, on simulated banks with known truth? An hour and a half.',
  page: 'orders.md',
  tables: () => ({
    designs: table(ORDER_DESIGNS, 200, ({ name, design }, run) =>
      replicateOrders(design, `orders/${name}/${run}`),
    ),
  }),
  write: ({ designs }) =>
    orderPage(designs.map(({ cell, results: repetitions }) => ({ ...cell, repetitions }))),
});
