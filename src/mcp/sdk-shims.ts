/**
 * Stands in for the SDK's `_shims` module in the executable (build.ts puts it there). The SDK's own brings in a JSON Schema
 * validator of 215 KB, whose evaluation is a twelfth of the time to the first reply. It is for answers to elicitations,
 * which this server never asks for; tool arguments are checked in call.ts.
 */
import process from 'node:process';

export { process };

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('this server asks its client for nothing');
  }
}
