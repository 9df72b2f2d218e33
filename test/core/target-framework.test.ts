/** Which framework each project is loaded under, and what is read of project files for it. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { frameworkProps } from '../../src/dotnet/framework-props.ts';
import { readFrameworks } from '../../src/dotnet/project-frameworks.ts';
import { byPreference, canUse, chooseFrameworks } from '../../src/dotnet/target-framework.ts';
import { lay } from '../support/lay.ts';

describe('a project for the first framework and one for the second', () => {
  test.each([
    ['net10.0', 'net8.0', true],
    ['net8.0', 'net10.0', false],
    ['net10.0-windows10.0.19041', 'net10.0', true],
    ['net10.0', 'net10.0-windows', false],
    ['net10.0-windows', 'net9.0-windows', true],
    ['net8.0', 'netcoreapp3.1', true],
    ['netcoreapp3.1', 'net5.0', false],
    ['netcoreapp2.1', 'netstandard2.1', false],
    ['netcoreapp3.0', 'netstandard2.1', true],
    ['net5.0', 'netstandard2.1', true],
    ['net48', 'netstandard2.0', true],
    ['net48', 'netstandard2.1', false],
    ['net472', 'net48', false],
    ['net48', 'net472', true],
    ['net48', 'net8.0', false],
    ['net8.0', 'net48', false],
    ['netstandard2.0', 'net8.0', false],
    ['netstandard2.1', 'netstandard2.0', true],
  ])('%s can use %s: %p', (user, used, can) => {
    expect(canUse(user, used)).toBe(can);
  });
});

test('the newest framework without a platform comes first', () => {
  const mixed = ['net48', 'netstandard2.0', 'net10.0-android', 'net8.0', 'netcoreapp3.1', 'net10.0', 'netstandard2.1'];
  expect(mixed.toSorted(byPreference)).toEqual([
    'net10.0',
    'net8.0',
    'netcoreapp3.1',
    'netstandard2.1',
    'netstandard2.0',
    'net48',
    'net10.0-android',
  ]);
});

describe('the choice of a framework for each project', () => {
  const app = { project: 'App', frameworks: ['net9.0'], references: ['Lib'] };
  const lib = { project: 'Lib', frameworks: ['net10.0', 'net8.0', 'netstandard2.0'], references: ['Core'] };
  const core = { project: 'Core', frameworks: ['net10.0', 'netstandard2.0'], references: [] };
  const choice = (wanted?: string): unknown => Object.fromEntries(chooseFrameworks([core, lib, app], wanted));

  test('is the best that all projects can use which reference it', () => {
    expect(choice()).toEqual({ Lib: 'net8.0', Core: 'netstandard2.0' });
  });
  test('is the wanted one where the project has it', () => {
    expect(choice('net10.0')).toEqual({ Lib: 'net10.0', Core: 'net10.0' });
    expect(choice('net8.0')).toEqual({ Lib: 'net8.0', Core: 'netstandard2.0' });
    expect(choice('netstandard2.0')).toEqual({ Lib: 'netstandard2.0', Core: 'netstandard2.0' });
  });
  test('is made where nothing fits, and in a circle', () => {
    const old = { project: 'Old', frameworks: ['net48', 'net472'], references: ['New'] };
    const fresh = { project: 'New', frameworks: ['net10.0', 'net8.0'], references: ['Old'] };
    expect(Object.fromEntries(chooseFrameworks([old, fresh]))).toEqual({ Old: 'net48', New: 'net10.0' });
  });
});

describe('of a project file', () => {
  const read = async (files: Readonly<Record<string, string>>): Promise<unknown> => {
    const folder = lay(files);
    const { projects, unclear } = await readFrameworks([join(folder, 'A/A.csproj')]);
    return unclear.length > 0 ? 'unclear' : projects[0]?.frameworks;
  };
  const project = (body: string): Record<string, string> => ({
    'A/A.csproj': `<Project Sdk="Microsoft.NET.Sdk">${body}</Project>`,
  });
  const group = (body: string): string => `<PropertyGroup>${body}</PropertyGroup>`;

  test('several frameworks are read, and an empty one is none', async () => {
    expect(await read(project(group('<TargetFrameworks> net10.0;;netstandard2.0; </TargetFrameworks>')))).toEqual([
      'net10.0',
      'netstandard2.0',
    ]);
  });
  test('one framework is read, also where another file says it', async () => {
    const props = `<Project>${group('<TargetFramework>net10.0</TargetFramework>')}</Project>`;
    expect(await read({ ...project(''), 'Directory.Build.props': props })).toEqual(['net10.0']);
  });
  test.each([
    ['a property', group('<TargetFrameworks>$(Usual);net8.0</TargetFrameworks>')],
    ['a condition', group(`<TargetFrameworks Condition="'$(A)' == ''">net8.0;net10.0</TargetFrameworks>`)],
    [
      'a condition around',
      `<PropertyGroup Condition="'$(A)' == ''"><TargetFrameworks>net8.0;net10.0</TargetFrameworks></PropertyGroup>`,
    ],
    [
      'a choice',
      `<Choose><When Condition="true">${group('<TargetFrameworks>net8.0;net10.0</TargetFrameworks>')}</When></Choose>`,
    ],
    ['both', group('<TargetFramework>net8.0</TargetFramework><TargetFrameworks>net8.0;net10.0</TargetFrameworks>')],
  ])('%s leaves them to an evaluation', async (_, body) => {
    expect(await read(project(body))).toBe('unclear');
  });
});

test('the properties name each project, whatever its path holds, and import what was to be imported', () => {
  const text = frameworkProps(new Map([["/a/it's 50%/<A>.csproj", 'net8.0']]), '/first.props');
  expect(text).toContain('<Project TreatAsLocalProperty="TargetFramework">');
  expect(text).toContain('Condition="Exists(&apos;/first.props&apos;)"');
  expect(text).toContain('/a/it%27s 50%25/&lt;A&gt;.csproj');
  expect(text).toContain('<TargetFramework>net8.0</TargetFramework>');
  expect(frameworkProps(new Map(), undefined)).not.toContain('Import');
});
