@echo off
rem Builds the shop and copies it.
:: Another form of comment
setlocal EnableDelayedExpansion EnableExtensions
chcp 65001 > nul

set NAME=shop
set "TARGET=C:\Program Files\%NAME%"
set /a COUNT=1 + 2 * 3
set /p ANSWER=Continue? 
set PATH=%PATH%;%~dp0bin
title Building %NAME%

if "%1"=="" goto usage
if /i "%~1"=="clean" (
    del /q /s build\*.obj 2>nul
    rmdir /s /q build
) else if not exist build (
    mkdir build
) else (
    echo Nothing to do.
)

if %ERRORLEVEL% neq 0 exit /b 1
if defined ANSWER echo You said !ANSWER!
if errorlevel 2 goto :failed

for %%f in (*.c *.h) do (
    echo Compiling %%~nf...
    cl /c "%%f" >> log.txt 2>&1
    if !errorlevel! geq 1 goto failed
)

for /f "tokens=1,2 delims=," %%a in ('type list.txt') do call :item %%a "%%b"
for /l %%i in (1,1,10) do set /a TOTAL+=%%i

call :report "all done" %COUNT%
pushd %TARGET% && copy /y *.exe .. || echo Copy failed
popd
xcopy src dst /e /i
start "" notepad.exe readme.txt
echo %NAME:~0,3% and %NAME:shop=store%
echo Escaped: ^& ^| 100%%
type list.txt | findstr /i "error" | sort
ping -n 2 127.0.0.1 > nul
pause
goto :eof

:item
echo Item %1 costs %~2
exit /b 0

:report
echo Report: %*
echo Date is %DATE% %TIME:~0,5%
shift
goto :eof

:usage
echo Usage: %0 [clean]
cd ..
exit /b 2

:failed
echo.
echo Failed with %errorlevel%
endlocal
goto failed
set /a "x=(1+2)*3, y^=1, z<<=2" & set /a n=(n+1)*2
powershell -Command "Get-Date"
