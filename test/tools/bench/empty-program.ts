/** The least that a compiled program can do and still answer: what the start of the bridge is compared with. */
process.stdin.on('data', () => process.stdout.write('{}\n'));
