/** Raw clients of one file of tests: each test's are ended with it. */
import { afterEach } from 'bun:test';
import { type Manner, Raw } from './raw.ts';

/** Makes clients; to be called once, where a file of tests begins. */
export function rawClients(): (fake: ConstructorParameters<typeof Raw>[0], manner?: Manner) => Raw {
  const clients: Raw[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) {
      client.kill();
      await client.ended;
    }
  });
  return (fake, manner) => {
    const client = new Raw(fake, manner);
    clients.push(client);
    return client;
  };
}
