/** The time that this thread has worked, in ms: unlike the clock's, it does not grow with what else the machine does. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
