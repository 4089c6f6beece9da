/** The version of HookMD; a test holds it equal to the packages'. */
export const HOOKMD_VERSION = '0.1.0';
