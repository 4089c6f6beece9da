/** This process cannot judge the event, and nothing has been done about it; another one can. */
export class NotHere extends Error {}
