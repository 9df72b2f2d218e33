import type { Envelope } from './envelope.ts';
export interface Answer { readonly envelope: Envelope; readonly text: string; readonly isError: boolean }
