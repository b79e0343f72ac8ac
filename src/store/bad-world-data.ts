/** Data that is no world; the message says where and why, to follow the name of whatever holds it. */
export class BadWorldData extends Error {}
