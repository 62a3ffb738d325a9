/**
 * What code from before there were versions left in the queue and in the table, recorded from it; in base64. They are
 * the six puzzles below, in a chunk, as results of `singles` looking for two solutions, and as given up.
 */
export const UNVERSIONED = {
  body: '{"jobId":"5d0c9c3e-0d3a-4c3c-8f59-2f3d0f0c7e11","part":1,"number":0,"from":0,"redrive":0,"options":{"strategy":"singles","rules":"classic","solutions":2,"backtrackLimit":1000},"expiresAt":4102444800,"correlationId":"before"}',
  puzzles:
    'BgAAAAQAAABoAAAAE3IYipgyojCckAE1Z5GVaGhDOHFiJkiRhZcTchiKmDKiMJyQATVnkZVoaEM4cWImSJGFlxNyGIqYMqIwnBAANWeRlWhoQzhxYiZIkYUTcxiKmDKiMJyQATVXFlmJhjaEEydmghRZeAlFzk0KgmAQANC7zPpjYP5nvIq4CJWSrE0Sgnj3oBbt3+L1PbUDlgk6GG/zeJ8naHBd3vMTOjBRjyxiD6Yy0aRKUTaPtAonZVH2NImiICnWNC8nk+BUzlAqFxM1TqcoOIfWaztgm/cNOiAURGRCQmZFhParvB6Xdf1i++MdzmH4AA==',
  /** The first and the third of them, as a command line sent plain grids. */
  grids: 'AgAAAAIAAAAzAAAAE3IYipgyojCckAE1Z5GVaGhDOHFiJkiRhZcTchiKmDKiMJwQADVnkZVoaEM4cWImSJGF',
  results:
    'BgAAAAQAAAAvAAAA+gAAAAEAAAATchiKmDKiMJyQZr1pxM9LzK90bykSzIITchiKmDKiMJyQZr1pxM9LzK90bykSzIITchiKmDKiMJwQpppndNFLZq90bykSzH4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHwBAgABAma9acTPS8yvdG8pEsyCAxNzGIqYMqIwnJABNVcWWYmGNoQTJ2aCFFl4CXWQy2rDMBBFf2WY9SAykm1aLZtVv8F4ociiNlGkoEcaYvzvxYGStqTbw9y5h9v3TAvOI2q0k7NHNyLhx3xx4T3vY0rOFtQlVbcO1CtaMDmTY9jOnfcZGEwY4VXDIZYJpuhHaGEOkOInMG6h5vt/PhnvkfBcbzfvUCMLJYSQLFhI2QiBhLEWG08O9YK5mFLzlov+ctfK0dcyx7CPNRTU/CAZdY8sVdMoyYobKRtWOBAejD2WZOwxo94RZmeSnd5+wnVzbGl5aF3/8ZjDxfj5icjut8if2lC9f9a88ZUeezLcFyVw17OzxY3AHYHqCF6YQLYdxASdbHEdhi8=',
  failed:
    'BgAAAAQAAABsAAAA8gAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHwFE3IYipgyojCckAE1Z5GVaGhDOHFiJkiRhZcFE3IYipgyojCckAE1Z5GVaGhDOHFiJkiRhZcFE3IYipgyojCcEAA1Z5GVaGhDOHFiJkiRhQUTcxiKmDKiMJyQATVXFlmJhjaEEydmghRZeAnNkE1qwzAYBa9i3lqIfPqXlu0xTBaqozQmim0sqZSY3L3QUgLdedftwIN50/cHtmFNscwTAt7HjzR1beniuaa1q5fU5VhqF2tNt6XicWQ9sQ3jCQHDJQ3XdAL7mSFAS2Ws8ySMFeS1VI68k0poY5321pASUgnjtLSeLEkvlNPGG9LSCqeEs4q8kVoqLZwh68H2uYm9Z+Tegfp9X24xZzAs7X7PCQHEJedcECcuhOIcDHOrw3xLCBtKjbUVBJzjmL+jlTm3Os7T69yminB4koLQHxne4nCtaxyuBWFqOTOUFNfh8vKHP3ZG0mx7Wn/+U83jFw==',
  /** Results 2 to 4 in a frame. */
  frames:
    'AgAAAAEAAAAEAAAAnQEAAAYAAAAEAAAALwAAAPoAAAABAAAAE3IYipgyojCckGa9acTPS8yvdG8pEsyCE3IYipgyojCckGa9acTPS8yvdG8pEsyCE3IYipgyojCcEKaaZ3TRS2avdG8pEsx+AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB8AQIAAQJmvWnEz0vMr3RvKRLMggMTcxiKmDKiMJyQATVXFlmJhjaEEydmghRZeAl1kMtqwzAQRX9lmPUgMpJtWi2bVb/BeKHIojZRpKBHGmL878WBkrak28PcuYfb90wLziNqtJOzRzci4cd8ceE972NKzhbUJVW3DtQrWjA5k2PYzp33GRhMGOFVwyGWCaboR2hhDpDiJzBuoeb7fz4Z75HwXG8371AjCyWEkCxYSNkIgYSxFhtPDvWCuZhS85aL/nLXytHXMsewjzUU1PwgGXWPLFXTKMmKGykbVjgQHow9lmTsMaPeEWZnkp3efsJ1c2xpeWhd//GYw8X4+YnI7rfIn9pQvX/WvPGVHnsy3BclcNezs8WNwB2B6ghemEC2HcQEnWxxHYYv',
} as const

export function bytesOf(name: Exclude<keyof typeof UNVERSIONED, 'body'>): Uint8Array {
  return new Uint8Array(Buffer.from(UNVERSIONED[name], 'base64'))
}
