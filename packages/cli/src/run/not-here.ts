/** This process cannot judge the event; another one can. Observers that were told of it are not told again. */
export class NotHere extends Error {}
