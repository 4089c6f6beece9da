/** Whether a reason is about the machine and not about anybody's wish. */
export function isEligibilityCode(code: string): boolean {
  return code.startsWith('ELIGIBILITY_') || code === 'HANDLER_NOT_RUNNABLE';
}
