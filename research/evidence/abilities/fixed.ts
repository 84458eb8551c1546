/** With a proper minus sign. */
export const fixed = (value: number, places = 3) => value.toFixed(places).replace('-', '−');
