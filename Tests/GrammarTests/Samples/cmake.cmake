# Builds the shop and its tests.
cmake_minimum_required(VERSION 3.20 FATAL_ERROR)
project(Shop VERSION 1.2.3 DESCRIPTION "A shop" LANGUAGES C CXX)

#[[ A bracket comment
   over two lines ]]
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
option(SHOP_TESTS "Build the tests" OFF)

set(SOURCES
  src/main.cpp
  src/cart.cpp
  "${CMAKE_CURRENT_SOURCE_DIR}/src/price.cpp")

list(APPEND SOURCES src/extra.cpp)
find_package(Threads REQUIRED)
find_package(Boost 1.70 QUIET COMPONENTS filesystem system)

if(WIN32 AND NOT MINGW)
  add_compile_definitions(_CRT_SECURE_NO_WARNINGS)
elseif(UNIX OR "${CMAKE_SYSTEM_NAME}" STREQUAL "Linux")
  add_compile_options(-Wall -Wextra)
else()
  message(WARNING "Unknown system: ${CMAKE_SYSTEM_NAME}\n")
endif()

add_library(cart STATIC ${SOURCES})
target_include_directories(cart PUBLIC include PRIVATE src)
target_link_libraries(cart PUBLIC Threads::Threads $<$<BOOL:${Boost_FOUND}>:Boost::system>)
target_compile_features(cart PRIVATE cxx_std_20)
set_target_properties(cart PROPERTIES OUTPUT_NAME "cart" POSITION_INDEPENDENT_CODE TRUE)

function(add_shop_test name)
  cmake_parse_arguments(ARG "SLOW" "LABEL" "FILES" ${ARGN})
  foreach(file IN LISTS ARG_FILES)
    if(NOT EXISTS ${file})
      message(FATAL_ERROR "No such file: ${file}")
    endif()
  endforeach()
  add_executable(${name} ${ARG_FILES})
  add_test(NAME ${name} COMMAND ${name} --all)
  set(RESULT ${name} PARENT_SCOPE)
endfunction()

macro(print_list)
  foreach(i RANGE 1 10 2)
    math(EXPR double "${i} * 2")
    message(STATUS "$ENV{HOME} ${double}")
  endforeach()
endmacro()

while(count LESS 5 AND version VERSION_GREATER_EQUAL 2.0)
  break()
endwhile()

string(REGEX REPLACE "^lib([a-z]+)\\.so$" "\\1" short "${full}")
string(TOUPPER "${short}" SHORT)
file(GLOB_RECURSE HEADERS CONFIGURE_DEPENDS include/*.h)
configure_file(config.h.in config.h @ONLY)
include(GNUInstallDirs)
add_subdirectory(third_party EXCLUDE_FROM_ALL)
install(TARGETS cart DESTINATION ${CMAKE_INSTALL_LIBDIR})

add_custom_command(
  OUTPUT generated.cpp
  COMMAND ${CMAKE_COMMAND} -E echo [=[raw text ${not}]=]
  DEPENDS input.txt
  WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
  VERBATIM)

cmake_path(GET full FILENAME name)
block(SCOPE_FOR VARIABLES)
  set(N 42)
endblock()
set(FLAGS -DPATH=\"${${name}_DIR}/x\" a\;b)
cmake_language(CALL add_shop_test Y)

if(SHOP_TESTS)
  enable_testing()
  add_shop_test(cart_test FILES test/cart.cpp)
endif()
return()
