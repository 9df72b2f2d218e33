/** The project that the fake knows: one solution, one project, one file, with characters of two, three and four bytes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '../support/temp.ts';

const greeter = `namespace Hello;

public class Greeter
{
    public string Greet(string name) => "数é🚀 " + name;
    public string Grüße(string name) => Greet(name) + Greet(name);
}
`;

/** A fresh workspace; its assets file says that it is restored. */
export function helloWorkspace(): string {
  const folder = tempFolder('hello');
  mkdirSync(join(folder, 'Hello', 'obj'), { recursive: true });
  writeFileSync(join(folder, 'Hello.slnx'), '<Solution>\n  <Project Path="Hello/Hello.csproj" />\n</Solution>\n');
  writeFileSync(join(folder, 'Hello', 'Hello.csproj'), '<Project Sdk="Microsoft.NET.Sdk" />\n');
  writeFileSync(join(folder, 'Hello', 'Greeter.cs'), greeter);
  writeFileSync(join(folder, 'Hello', 'obj', 'project.assets.json'), '{}\n');
  return folder;
}

/** A folder with a dotnet that does nothing, for --dotnet-root. */
export function idleDotnet(): string {
  const folder = tempFolder('dotnet');
  writeFileSync(join(folder, 'dotnet'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return folder;
}
