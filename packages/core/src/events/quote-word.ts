export { quoteWord } from '@hookmd/shell/quote-word';
